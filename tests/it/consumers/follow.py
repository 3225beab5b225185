"""Follows one table with paho-mqtt, as its documentation says, and prints the record when the game has ended.

    follow.py HOST PORT 3.1.1|5 BASE/v1/TABLE

The rule of the contract: take the retained game document, then events by number; drop what you have, and after a gap take the next document.
"""

import json
import sys

import paho.mqtt.client as mqtt
from paho.mqtt.subscribeoptions import SubscribeOptions

HOST, PORT, VERSION = sys.argv[1], int(sys.argv[2]), sys.argv[3]
TABLE = sys.argv[4]


class Follower:
    def __init__(self):
        self.game_id = None
        self.seq = 0
        self.moves = []
        self.gaps = 0

    def document(self, game):
        if self.game_id is None:
            self.game_id, self.seq, self.moves = game["game_id"], game["seq"], list(game.get("moves", []))

    def event(self, event):
        """True when the game has ended."""
        if self.game_id is None:
            return False
        if event["game_id"] != self.game_id:
            if event["type"] != "game-started":
                self.lost()
                return False
            self.game_id, self.seq, self.moves = event["game_id"], event["seq"] - 1, []
        if event["seq"] <= self.seq:
            return False
        if event["seq"] != self.seq + 1:
            self.lost()
            return False
        self.seq = event["seq"]
        kind = event["type"]
        if kind == "move":
            del self.moves[event["n"] - 1:]
            self.moves.append(event)
        elif kind == "move-retracted":
            del self.moves[event["n"] - 1:]
        elif kind == "record-changed":
            del self.moves[event["from_n"] - 1:]
            self.moves.extend(event["moves"])
        return kind == "game-ended"

    def lost(self):
        self.gaps += 1
        self.game_id = None

    def record(self):
        return " ".join(f"{move['color'][0].upper()} {move['vertex']}" for move in self.moves)


def main():
    follower = Follower()
    version5 = VERSION == "5"
    client = mqtt.Client(client_id=f"paho-{VERSION}", protocol=mqtt.MQTTv5 if version5 else mqtt.MQTTv311)

    def connected(client, userdata, flags, reason, properties=None):
        topics = [f"{TABLE}/game", f"{TABLE}/event"]
        if version5:
            client.subscribe([(topic, SubscribeOptions(qos=1)) for topic in topics])
        else:
            client.subscribe([(topic, 1) for topic in topics])

    def subscribed(*_):
        print("subscribed", flush=True)

    def heard(client, userdata, message):
        document = json.loads(message.payload)
        if message.topic.endswith("/game"):
            follower.document(document)
        elif follower.event(document):
            print(f"gaps {follower.gaps}")
            print(f"game {follower.game_id}")
            print(f"record {follower.record()}", flush=True)
            client.disconnect()

    client.on_connect, client.on_subscribe, client.on_message = connected, subscribed, heard
    client.connect(HOST, PORT, keepalive=10)
    client.loop_forever()


main()
