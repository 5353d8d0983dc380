# One image for every role; docker-compose.yml says which process each container runs.
FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 \
    UV_PROJECT_ENVIRONMENT=/app/.venv \
    FORMLEDGER_HOME=/var/lib/formledger

WORKDIR /app
RUN pip install --no-cache-dir uv==0.13.9
COPY pyproject.toml uv.lock ./
RUN uv sync --locked --no-dev --no-cache
COPY . .

RUN useradd --system --home-dir /var/lib/formledger --create-home formledger
USER formledger
VOLUME /var/lib/formledger
ENV PATH=/app/.venv/bin:$PATH

EXPOSE 8000 8765
CMD ["uvicorn", "formsapp.asgi:application", "--host", "0.0.0.0", "--port", "8000"]
