"""Bots at a remote server: a client in Python for bots of all kinds, and our agents in its seats.

from catanlab.server.bot_client import AgentPlayer, connect_bot

async with await connect_bot("http://127.0.0.1:8000", token) as bot:
    room = await bot.join("k3f9")
    await bot.sit(room.room)
    await AgentPlayer(bot, await bot.follow(room), "greedy").play()
"""

from catanlab.server.bot_client.agent_player import AgentPlayer
from catanlab.server.bot_client.client import BotClient, connect_bot
from catanlab.server.bot_client.runner import BotRunner, Plan

__all__ = ["AgentPlayer", "BotClient", "BotRunner", "Plan", "connect_bot"]
