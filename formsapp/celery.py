"""The Celery application: `celery -A formsapp worker --beat`."""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "formsapp.settings")

app = Celery("formledger")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    # Messages are hints: JSON without results is all they need, and pickle would be a hole.
    task_serializer="json",
    accept_content=["json"],
    task_ignore_result=True,
    # A hint is done when its work is committed, not when it is fetched.
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    # One at a time: a second drain waits for the same lock anyway.
    worker_prefetch_multiplier=1,
    # A drain works in short transactions; one that takes minutes is stuck.
    task_soft_time_limit=300,
    task_time_limit=360,
    # The broker may come up after us, or go away and come back.
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # No remote control on the embedded broker: its fan-out would leave files behind.
    worker_enable_remote_control=False,
    worker_hijack_root_logger=False,
)
app.conf.beat_schedule = {
    # Catches what a lost hint left behind; a beat nobody took in time is dropped.
    "record": {"task": "ledger.record", "schedule": 30.0, "options": {"expires": 30}},
    "keep": {"task": "ledger.keep", "schedule": crontab(hour=2, minute=10)},
    "verify": {
        "task": "ledger.verify",
        "schedule": crontab(hour=3, minute=10),
        # Millions of records take longer than a drain may.
        "options": {"soft_time_limit": 4 * 3600, "time_limit": 4 * 3600 + 60},
    },
    "sweep": {"task": "ledger.sweep", "schedule": 60.0, "options": {"expires": 60}},
}
app.autodiscover_tasks(["formsapp.ledger"])
