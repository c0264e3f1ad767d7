//! Vacations that begin at one node, in games at another.

use std::time::Duration;

use serde_json::json;

use super::sharing::{limits, nodes};
use crate::common::owner::{Owner, now, show};
use crate::common::pair_of;

const DAY: Duration = Duration::from_secs(24 * 3_600);

#[tokio::test]
async fn a_flag_does_not_fall_whichever_node_has_heard_of_the_vacation() {
    let (a, b) = nodes(limits()).await;
    let request = json!({"mode": "blind", "side": "white", "clock": {"daysPerTurn": 1}});
    let (mut white, mut black) = pair_of(a.table.address, request).await;
    let ada = Owner::new(1);
    show(&ada, &mut white, "w").await;
    let until = now(&b.table) + 3 * 24 * 3_600_000;
    assert_eq!(ada.vacation(&b.table, 3).await.status, 200);
    // Node a looks for itself at the moment when the flag would fall, if it has not heard before.
    a.table.clock.advance(DAY);
    for player in [&mut white, &mut black] {
        let update = player.expect_update().await;
        assert_eq!((&update["gameStatus"], &update["clock"]["since"]), (&json!("active"), &json!(until)));
    }
    assert_eq!(ada.settings(&a.table).await["vacation"]["until"], until);
    a.table.server.stop().await;
    b.table.server.stop().await;
}
