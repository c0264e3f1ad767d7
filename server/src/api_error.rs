//! Errors as HTTP responses: `{"code": …, "message": …}` with a fitting status.

use std::borrow::Cow;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// An error for a program (`code`) and for a person (`message`).
#[derive(Debug, Serialize)]
pub(crate) struct ApiError {
    #[serde(skip)]
    status: StatusCode,
    code: &'static str,
    message: Cow<'static, str>,
    /// Name of the bound that a guest's ruleset exceeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Cow<'static, str>>,
    /// Diagnostics of a guest's ruleset.
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnostics: Option<Vec<serde_json::Value>>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        ApiError { status, code, message: message.into(), bound: None, diagnostics: None }
    }

    /// Names the bound that a body exceeds, if the error is about its size.
    pub(crate) fn beyond(self, bound: &'static str) -> Self {
        match self.status {
            StatusCode::PAYLOAD_TOO_LARGE => {
                ApiError { code: "beyond_bound", bound: Some(bound.into()), ..self }
            }
            _ => self,
        }
    }

    pub(crate) fn with_bound(self, bound: Cow<'static, str>) -> Self {
        ApiError { bound: Some(bound), ..self }
    }

    pub(crate) fn with_diagnostics(self, diagnostics: Vec<serde_json::Value>) -> Self {
        ApiError { diagnostics: Some(diagnostics), ..self }
    }

    pub(crate) fn malformed(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", message)
    }

    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", "there is nothing at this address")
    }

    pub(crate) fn method_not_allowed() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "this address takes other methods")
    }

    pub(crate) fn upgrade_required() -> Self {
        Self::new(
            StatusCode::UPGRADE_REQUIRED,
            "upgrade_required",
            "this address takes WebSocket connections",
        )
    }

    pub(crate) fn too_many_connections() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", "too many connections from this address")
    }

    pub(crate) fn foreign_origin() -> Self {
        let message = "pages of this origin may not speak to this server";
        Self::new(StatusCode::FORBIDDEN, "foreign_origin", message)
    }

    pub(crate) fn guest_rules_off() -> Self {
        let message = "this server takes no rulesets of guests";
        Self::new(StatusCode::FORBIDDEN, "guest_rules_off", message)
    }

    pub(crate) fn unavailable() -> Self {
        let message = "the server that plays this game does not answer; try again in a moment";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message)
    }

    pub(crate) fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the server could not do this; try again")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(&self)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status == StatusCode::UPGRADE_REQUIRED {
            headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
            headers.insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
        }
        response
    }
}
