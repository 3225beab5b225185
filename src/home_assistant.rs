//! What Home Assistant is told of the tables (floor 7), where `[home_assistant] discovery = true` wants it: an optional adapter, outside the
//! contract. One retained document an entity, under `homeassistant/<component>/<object_id>/config`; each points to a topic of the contract
//! and says which field of its document to show. Empty, they delete the entity: `kifud forget` does that.
//!
//! What is named is there before it is named, but for the clocks, which are unknown until the first game has some.
//!
//! There is no `expire_after`: a clock that stands is not said again, and would expire. Whether a table is alive is told by `status` alone.

use bytes::Bytes;
use serde_json::{Value, json};

use crate::config::{Config, Table};
use crate::mqtt::{Announcement, Announcements, Topics};

/// Home Assistant's own prefix.
const PREFIX: &str = "homeassistant";

/// Where it says that it has come, and what it says.
const BIRTH: (&str, &str) = ("homeassistant/status", "online");

/// The end of the client's name at the broker. No table has an underscore.
pub const CLIENT: &str = "home_assistant";

/// One thing that is shown of a table.
struct Entity {
    component: &'static str,
    /// The end of its ids.
    id: &'static str,
    name: &'static str,
    /// The topic under the table, and what of its document.
    topic: &'static str,
    template: &'static str,
    /// More keys.
    more: fn() -> Value,
    /// Only where time is kept.
    needs_time: bool,
}

const ENTITIES: &[Entity] = &[
    Entity {
        component: "sensor",
        id: "status",
        name: "Status",
        topic: "status",
        template: "{{ value_json.state }}",
        more: || json!({ "entity_category": "diagnostic" }),
        needs_time: false,
    },
    Entity {
        component: "binary_sensor",
        id: "problem",
        name: "Problem",
        topic: "health",
        template: "{{ 'ON' if value_json.findings | default([]) | count > 0 else 'OFF' }}",
        more: || json!({ "device_class": "problem", "entity_category": "diagnostic" }),
        needs_time: false,
    },
    Entity {
        component: "sensor",
        id: "phase",
        name: "Phase",
        topic: "game",
        template: "{{ value_json.phase }}",
        more: || json!({ "icon": "mdi:state-machine" }),
        needs_time: false,
    },
    Entity {
        component: "sensor",
        id: "to_move",
        name: "To move",
        topic: "game",
        template: "{{ value_json.to_move | default('nobody') }}",
        more: || json!({ "icon": "mdi:circle-half-full" }),
        needs_time: false,
    },
    Entity {
        component: "sensor",
        id: "moves",
        name: "Moves",
        topic: "game",
        template: "{{ value_json.move_number | default(0) }}",
        more: || json!({ "icon": "mdi:counter" }),
        needs_time: false,
    },
    Entity {
        component: "sensor",
        id: "alerts",
        name: "Open alerts",
        topic: "game",
        template: "{{ value_json.open_alerts | default([]) | count }}",
        more: || json!({ "icon": "mdi:gavel" }),
        needs_time: false,
    },
    Entity {
        component: "sensor",
        id: "black_clock",
        name: "Black's clock",
        topic: "clock",
        template: "{{ ((value_json.black | default({})).remaining_ms | default(0) / 1000) | round }}",
        more: || json!({ "device_class": "duration", "unit_of_measurement": "s" }),
        needs_time: true,
    },
    Entity {
        component: "sensor",
        id: "white_clock",
        name: "White's clock",
        topic: "clock",
        template: "{{ ((value_json.white | default({})).remaining_ms | default(0) / 1000) | round }}",
        more: || json!({ "device_class": "duration", "unit_of_measurement": "s" }),
        needs_time: true,
    },
];

/// Everything of every table.
pub fn announcements(config: &Config) -> Announcements {
    let base = &config.mqtt.base;
    let of_table = |table: &Table| {
        let keeps_time = table.time.is_some() || table.clock.is_some();
        let shown = ENTITIES.iter().filter(move |entity| keeps_time || !entity.needs_time);
        let made = |entity: &Entity| Announcement {
            table: table.id.clone(),
            topic: topic(base, &table.id, entity),
            payload: Bytes::from(document(base, table, entity).to_string()),
        };
        shown.map(made).collect::<Vec<_>>()
    };
    Announcements { birth: BIRTH, all: config.tables.iter().flat_map(of_table).collect() }
}

/// Every topic that a table may have there.
pub fn topics(base: &str, table: &str) -> Vec<String> {
    ENTITIES.iter().map(|entity| topic(base, table, entity)).collect()
}

fn topic(base: &str, table: &str, entity: &Entity) -> String {
    format!("{PREFIX}/{}/{}_{}/config", entity.component, device(base, table), entity.id)
}

/// The id of a table's device: a table is unique under its base.
fn device(base: &str, table: &str) -> String {
    let plain: String = base.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
    format!("{plain}_{table}")
}

fn document(base: &str, table: &Table, entity: &Entity) -> Value {
    let topics = Topics::new(base, &table.id);
    let device = device(base, &table.id);
    let id = format!("{device}_{}", entity.id);
    let version = env!("CARGO_PKG_VERSION");
    let mut document = json!({
        "unique_id": id,
        "object_id": id,
        "name": entity.name,
        "state_topic": topics.own(entity.topic),
        "value_template": entity.template,
        "qos": 1,
        "device": { "identifiers": [device], "name": format!("Go table {}", table.id), "manufacturer": "kifud", "model": table.board.driver.name(), "sw_version": version },
        "origin": { "name": "kifud", "sw_version": version },
    });
    let keys = document.as_object_mut().expect("an object");
    // `status` itself is always known: it says too that the table is lost.
    if entity.topic != "status" {
        keys.insert("availability_topic".to_owned(), topics.own("status").into());
        let template = "{{ 'online' if value_json.state in ['ready', 'degraded'] else 'offline' }}";
        keys.insert("availability_template".to_owned(), template.into());
    }
    if let Value::Object(more) = (entity.more)() {
        keys.extend(more);
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announced(text: &str) -> Vec<(String, Value)> {
        let text = format!(
            "{text}\n[[table]]\nid = \"t-1\"\nplayers = {{ black = {{ name = \"Somebody\" }} }}\nTIME[table.board]\nport = \"/dev/b\"\n"
        );
        let text = text.replace(
            "TIME",
            if text.contains("# time") { "time = { system = \"absolute\", main = \"1h\" }\ntime_authority = \"daemon\"\n" } else { "" },
        );
        let config = crate::config::parse(std::path::Path::new("kifud.toml"), &text, "host").expect("a good configuration");
        let all = announcements(&config).all;
        all.into_iter().map(|told| (told.topic, serde_json::from_slice(&told.payload).expect("JSON"))).collect()
    }

    #[test]
    fn every_entity_has_an_id_of_its_own_and_is_unavailable_with_its_table() {
        let all = announced("# time\n[mqtt]\nbase = \"club/go\"");
        assert_eq!(all.len(), ENTITIES.len());
        let mut ids: Vec<&str> = all.iter().filter_map(|(_, document)| document["unique_id"].as_str()).collect();
        ids.dedup();
        assert_eq!(ids.len(), all.len());
        for (topic, document) in &all {
            let id = document["unique_id"].as_str().expect("an id");
            assert!(topic.ends_with(&format!("/{id}/config")) && id.starts_with("club_go_t-1_"), "{topic}");
            assert!(id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte)), "{id}");
            assert!(document["state_topic"].as_str().is_some_and(|topic| topic.starts_with("club/go/v1/t-1/")), "{document}");
            let has_availability =
                document["availability_topic"] == "club/go/v1/t-1/status" && document["availability_template"].is_string();
            assert_eq!(has_availability, !id.ends_with("_status"), "{document}");
            assert!(!document.to_string().contains("Somebody"), "who plays is nobody's business: {document}");
        }
        let topics = topics("club/go", "t-1");
        assert!(all.iter().all(|(topic, _)| topics.contains(topic)), "forget knows every one of them");
    }

    /// A topic that never gets a document would leave its entity unknown for good.
    #[test]
    fn clocks_are_shown_only_where_time_is_kept() {
        let clocks = |all: &[(String, Value)]| all.iter().filter(|(topic, _)| topic.contains("_clock")).count();
        assert_eq!((clocks(&announced("")), clocks(&announced("# time"))), (0, 2));
    }
}
