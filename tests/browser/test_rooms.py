"""The tests' own rooms: who was seated over the protocol is that person in the browser."""

from tests.browser.rooms import make_room
from tests.browser.visitor import Visit

JOIN = """([room, name]) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  socket.onopen = () => socket.send(JSON.stringify({ t: "hello", protocol: 1, name }));
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.t === "welcome") socket.send(JSON.stringify({ t: "join", room, seq: 0 }));
    if (message.t === "update") done(message.seat);
  };
})"""


async def test_the_person_of_the_cookie_has_the_seat(visit: Visit, address: str) -> None:
    room = await make_room(address, "Anna of rooms", "Bob of rooms")
    for person in room.people:
        visitor = await visit(address, token=person.token, name=person.name)
        await visitor.page.route("**/page", lambda route: route.fulfill(body="A page"))
        await visitor.open("/page")
        assert await visitor.page.evaluate(JOIN, [room.name, person.name]) == person.seat
        assert visitor.rooms[room.name].view["seat"] == person.seat
