"""A bot for a catanlab server in plain Python: the standard library and nothing else.

    CATANLAB_BOT_TOKEN=... python bot.py http://127.0.0.1:8000 [ROOM [INVITATION]]

With a room it sits down there and plays its game; without one it waits for invitations, game after game. It
builds what it can, and trades for what its next building lacks. docs/how-to/bots.md has the protocol.
"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request

HOME, ROOM = sys.argv[1].rstrip("/"), sys.argv[2:4]
server = HOME
HEADERS = {"Authorization": f"Bearer {os.environ['CATANLAB_BOT_TOKEN']}"}
NAMES = ["wood", "clay", "sheep", "wheat", "ore"]
COSTS = {"city": [0, 0, 0, 2, 3], "settlement": [1, 1, 1, 1, 0], "buy card": [0, 0, 1, 1, 1]}


def post(**message):
    """Send a message; return its answer. An act with an id is done once, however often it is sent."""
    request = urllib.request.Request(f"{server}/api/bot/send", json.dumps(message).encode(), HEADERS)
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as error:
            with error:
                if error.code not in (429, 503):
                    return json.loads(error.read())
            time.sleep(float(error.headers.get("Retry-After", 1)))


def act(kind, room, **fields):
    return post(t=kind, id=f"{random.getrandbits(80):x}", room=room, **fields)


# The strategy. A hand is a list of five counts; the fewer cards the next building lacks, the better it is.


def lack(hand):
    costs = COSTS.values()
    return min(sum(max(0, need - have) for need, have in zip(cost, hand, strict=True)) for cost in costs)


def after(hand, give, get):
    return [have - lost + won for have, lost, won in zip(hand, give, get, strict=True)]


def cards(name, count=1):
    return [count if name == other else 0 for other in NAMES]


def good_swap(hand, wanted):
    """Return a card to give and one to get that bring the next building nearer, or None."""
    held = [name for name, count in zip(NAMES, hand, strict=True) if count]
    swaps = [(give, get) for give in held for get in wanted if give != get]
    good = [each for each in swaps if lack(after(hand, *map(cards, each))) < lack(hand)]
    return random.choice(good) if good else None


def dots(node, board):
    """Return how often the hexes around a node pay."""
    numbers = [board["hexes"][place]["number"] for place in board["nodes"][node]["hexes"]]
    return sum(6 - abs(7 - number) for number in numbers if number)


def choose(view, board, table):
    """Return a move, as text, among those that `legal` lists; None to wait for others."""
    legal, offer, me = view["legal"], view["offer"], view["seats"][view["seat"]]
    hand = me["hand"]
    if "discard" in legal:
        held = [name for name, count in zip(NAMES, hand, strict=True) for _ in range(count)]
        chosen = view["seat"] in table.get("chosen", [])
        return None if chosen else f"discard {' '.join(random.sample(held, legal['discard']['owes']))}"
    if "robber" in legal:
        own = {*me["settlements"], *me["cities"]}
        rich = [each for each in legal["robber"] if each["victims"]] or legal["robber"]
        spared = [each for each in rich if not own & {*board["hexes"][each["hex"]]["nodes"]}]
        place = random.choice(spared or rich)
        return " from ".join([f"robber {place['hex']}", *map(str, place["victims"][:1])])
    if "reject" in legal:  # the offer of another seat: it gives `give` and gets `get`
        if "accept" in legal and lack(after(hand, offer["get"], offer["give"])) < lack(hand):
            return "accept"
        swap = good_swap(hand, [name for name, count in zip(NAMES, offer["give"], strict=True) if count])
        if swap and "counter" in legal and table["options"]["counter_button"]:
            if (cards(swap[0]), cards(swap[1])) != (offer["get"], offer["give"]):
                return f"counter 1 {swap[0]} for 1 {swap[1]}"
        return "reject"
    if "cancel" in legal:  # our own offer
        for seat in legal.get("take", []):
            counter = offer["answers"][seat]
            if lack(after(hand, counter["get"], counter["give"])) < lack(hand):
                return f"take {seat}"
        done = f"confirm {legal['confirm'][0]}" if "confirm" in legal else "cancel"
        return None if view["phase"] == "answering" else done
    for kind in ("city", "settlement"):
        if kind in legal:
            return f"{kind} {max(legal[kind], key=lambda node: dots(node, board))}"
    few_roads = len(me["roads"]) < 2 + len(me["settlements"] + me["cities"])
    if "road" in legal and (few_roads or view["phase"] != "main"):
        ends = [board["edges"][edge] for edge in legal["road"]]
        low, high = max(ends, key=lambda nodes: sum(dots(node, board) for node in nodes))
        return f"road {low}-{high}"
    for kind in ("knight", "roll", "buy card"):
        if kind in legal:
            return kind
    for trade in legal.get("bank", []):
        for get in trade["get"]:
            if lack(after(hand, cards(trade["give"], trade["ratio"]), cards(get))) < lack(hand):
                return f"bank {trade['ratio']} {trade['give']} for 1 {get}"
    swap = good_swap(hand, NAMES)
    if "offer" in legal and swap and random.random() < 0.7:
        return f"offer 1 {swap[0]} for 1 {swap[1]} to {' '.join(map(str, legal['offer']['to']))}"
    return "end turn" if "end turn" in legal else "skip"


# The stream: every line is a message of the server, an empty one only says that it is there.


def play(lines):
    global server
    room, board, done = (*ROOM, "")[:2] if ROOM else None, None, 0
    place = None  # the seat that an invitation names
    for message in (json.loads(line) for line in lines if line.strip()):
        kind = message["t"]
        if kind == "welcome":
            print(f"connected as {message['name']}", flush=True)
            left = [(game["room"], "") for game in message.get("games", [])]
            room = room or (left[0] if left else None)  # a game that a lost connection left
            post(t="join", room=room[0], invitation=room[1]) if room else post(t="available")
        elif kind == "invited" and room is None:
            room, place, done = (message["room"], message["invitation"]), message.get("seat"), 0
            post(t="join", room=room[0], invitation=room[1])
        elif "seconds" not in message if kind == "bye" else kind == "refused" and "id" not in message:
            sys.exit(message["text"])
        elif kind == "elsewhere":  # another server has the room, or a server that is gone had it
            server = message["url"].replace("ws", "http", 1).removesuffix("/ws") or HOME
            return
        elif kind == "update" and room and message["room"] == room[0] and message["seq"] >= done:
            table, view, seat = message["table"], message.get("view"), message.get("seat")
            board = message.get("board", board)
            if table["status"] == "over":
                print(f"game over: seat {view['winner']} won, this bot has seat {seat}", flush=True)
                post(t="part", room=room[0])
                if ROOM:
                    sys.exit()
                room = None
                post(t="available")
            elif seat is None:
                if act("sit", room[0], seat=place).get("code") == "seat-taken":
                    place = None  # any other is as good
            elif view and view["legal"] and not table["seats"][seat].get("away"):
                move = choose(view, board, table)
                answer = act("move", room[0], decision=view["decision"], move=move) if move else {}
                if answer.get("t") == "ack":
                    done = answer["seq"]  # updates before this one are older than our move
                elif answer and answer["code"] != "stale-decision":
                    print(f"{move}: {answer['text']}", file=sys.stderr, flush=True)


while True:
    try:
        stream = urllib.request.Request(f"{server}/api/bot/stream", headers=HEADERS)
        with urllib.request.urlopen(stream, timeout=30) as lines:
            play(lines)
    except urllib.error.HTTPError as error:
        if error.code not in (429, 503):
            sys.exit(f"the server answers {error.code}: {error.read().decode()}")
    except OSError:
        server = HOME  # the server is away, or restarts: come back
    time.sleep(1)
