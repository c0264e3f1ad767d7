//! Errors as HTTP responses: `{"code": …, "message": …}` with a fitting status, and with a `reason` where a person can meet the error at a page.

use std::borrow::Cow;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use session::protocol::player::{RefusalReason, RequestRefused};

/// An error for a program (`code`), for a developer (`message`) and for a person (`reason`).
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    /// Boxed: errors stand in results all over the server, and are rare.
    body: Box<RequestRefused>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        let body = Box::new(RequestRefused {
            code: Cow::Borrowed(code),
            message: message.into(),
            reason: None,
            overlays: None,
            required: None,
            bound: None,
            diagnostics: None,
        });
        ApiError { status, body }
    }

    /// Changes the body of the response.
    fn with(mut self, change: impl FnOnce(&mut RequestRefused)) -> Self {
        change(&mut self.body);
        self
    }

    /// Returns the body of the response.
    #[cfg(test)]
    pub(crate) fn body(&self) -> &RequestRefused {
        &self.body
    }

    /// Adds the reason that a page says in its own words.
    pub(crate) fn because(self, reason: impl Into<Option<RefusalReason>>) -> Self {
        self.with(|body| body.reason = reason.into())
    }

    /// Names the house rules that clash or lack others, and those that are missing, if there are some.
    pub(crate) fn with_overlays(self, overlays: Vec<String>, missing: Vec<String>) -> Self {
        let named = |ids: Vec<String>| (!ids.is_empty()).then_some(ids);
        self.with(|body| {
            body.overlays = named(overlays);
            body.required = named(missing);
        })
    }

    /// Names the bound that a body exceeds, if the error is about its size.
    pub(crate) fn beyond(self, bound: &'static str) -> Self {
        match self.status {
            StatusCode::PAYLOAD_TOO_LARGE => {
                self.with(|body| body.code = Cow::Borrowed("beyond_bound")).with_bound(bound.into())
            }
            _ => self,
        }
    }

    /// Names the bound that a guest's ruleset exceeds.
    pub(crate) fn with_bound(self, bound: Cow<'static, str>) -> Self {
        self.with(|body| body.bound = Some(bound)).because(RefusalReason::BeyondBound)
    }

    /// Adds the diagnostics of a guest's ruleset.
    pub(crate) fn with_diagnostics(self, diagnostics: Vec<serde_json::Value>) -> Self {
        self.with(|body| body.diagnostics = Some(diagnostics)).because(RefusalReason::FaultyRuleset)
    }

    /// Returns the refusal of an address that has asked for too much of late, or has too much.
    pub(crate) fn rate_limited(reason: RefusalReason, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", message).because(reason)
    }

    /// Returns the refusal of an address that has asked for too much of late.
    pub(crate) fn too_often(message: &'static str) -> Self {
        Self::rate_limited(RefusalReason::TooOften, message)
    }

    /// Returns the refusal of what the server has no room for.
    pub(crate) fn server_full(reason: RefusalReason, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "server_full", message).because(reason)
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
        Self::new(StatusCode::FORBIDDEN, "guest_rules_off", message).because(RefusalReason::GuestRulesOff)
    }

    pub(crate) fn unavailable() -> Self {
        let message = "the server that plays this game does not answer; try again in a moment";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message).because(RefusalReason::Unavailable)
    }

    pub(crate) fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the server could not do this; try again")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(&self.body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status == StatusCode::UPGRADE_REQUIRED {
            headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
            headers.insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
        }
        response
    }
}
