# The chat in a container: docker build -t wirelore . && docker run -p 127.0.0.1:8000:8000 -v wirelore:/data wirelore
# The graph's server brings its own Java, so that nothing else is needed.
FROM python:3.13-slim AS build
RUN pip install --no-cache-dir uv
ARG EXTRAS=""
WORKDIR /source
COPY . .
RUN uv build --wheel --out-dir /dist && uv venv /opt/wirelore \
    && uv pip install --python /opt/wirelore/bin/python --constraint constraints.txt "$(ls /dist/*.whl)$EXTRAS"

FROM python:3.13-slim
RUN useradd --create-home --uid 10001 wirelore && install -d -o wirelore -g wirelore -m 0700 /data
COPY --from=build /opt/wirelore /opt/wirelore
USER wirelore
WORKDIR /data
ENV PATH=/opt/wirelore/bin:$PATH WIRELORE_KG=/data/kg WIRELORE_HOST=0.0.0.0
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health', timeout=5)"]
CMD ["wirelore", "chat"]
