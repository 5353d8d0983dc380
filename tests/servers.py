"""Servers the tests use where they answer, on their usual ports or where the environment says."""

import os

import psycopg
import redis

POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/0"


def postgres_url() -> str | None:
    """The address of a PostgreSQL in which tests may make databases; None where none answers."""
    url = os.environ.get("FORMLEDGER_TEST_POSTGRES", POSTGRES)
    try:
        psycopg.connect(url, connect_timeout=3).close()
    except psycopg.OperationalError:
        return None
    return url


def redis_url() -> str | None:
    """The address of a Redis in which tests may use keys of their own; None where none answers."""
    url = os.environ.get("FORMLEDGER_TEST_REDIS", REDIS)
    try:
        redis.Redis.from_url(url, socket_connect_timeout=3).ping()
    except redis.RedisError:
        return None
    return url
