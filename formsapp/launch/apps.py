from django.apps import AppConfig


class LaunchConfig(AppConfig):
    name = "formsapp.launch"
    label = "launch"
    verbose_name = "Launch"
