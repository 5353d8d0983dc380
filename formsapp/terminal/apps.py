from django.apps import AppConfig


class TerminalConfig(AppConfig):
    name = "formsapp.terminal"
    label = "terminal"
    verbose_name = "Terminal host"
