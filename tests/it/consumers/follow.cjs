// Follows one table with mqtt.js, as its documentation says, and prints the record when the game has ended.
//
//     node follow.cjs HOST PORT 3.1.1|5 BASE/v1/TABLE
//
// The rule of the contract: take the retained game document, then events by number; drop what you have, and after a gap take the next document.

const mqtt = require("mqtt");

const [host, port, version, TABLE] = process.argv.slice(2);

let state = null;
let gaps = 0;

function lost() {
  gaps += 1;
  state = null;
}

/** True when the game has ended. */
function take(event) {
  if (!state) return false;
  if (event.game_id !== state.id) {
    if (event.type !== "game-started") {
      lost();
      return false;
    }
    state = { id: event.game_id, seq: event.seq - 1, moves: [] };
  }
  if (event.seq <= state.seq) return false;
  if (event.seq !== state.seq + 1) {
    lost();
    return false;
  }
  state.seq = event.seq;
  if (event.type === "move") state.moves.splice(event.n - 1, Infinity, event);
  if (event.type === "move-retracted") state.moves.splice(event.n - 1);
  if (event.type === "record-changed") state.moves.splice(event.from_n - 1, Infinity, ...event.moves);
  return event.type === "game-ended";
}

const client = mqtt.connect(`mqtt://${host}:${port}`, {
  clientId: `mqttjs-${version}`,
  protocolVersion: version === "5" ? 5 : 4,
  clean: true,
});

client.on("connect", () => {
  client.subscribe([`${TABLE}/game`, `${TABLE}/event`], { qos: 1 }, (error) => {
    if (error) throw error;
    console.log("subscribed");
  });
});

client.on("message", (topic, payload) => {
  const document = JSON.parse(payload.toString());
  if (topic.endsWith("/game")) {
    if (!state) state = { id: document.game_id, seq: document.seq, moves: [...(document.moves ?? [])] };
  } else if (take(document)) {
    console.log(`gaps ${gaps}`);
    console.log(`game ${state.id}`);
    console.log(`record ${state.moves.map((move) => `${move.color[0].toUpperCase()} ${move.vertex}`).join(" ")}`);
    client.end(() => process.exit(0));
  }
});
