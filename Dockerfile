# docker build -t aplomb . && docker run --rm -v "$PWD:/code" aplomb check /code
FROM rust:1.95-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends libz3-dev && rm -rf /var/lib/apt/lists/*
# The compiler of the image, not the one that rust-toolchain.toml would fetch.
ENV RUSTUP_TOOLCHAIN=1.95.0
WORKDIR /source
COPY . .
RUN cargo build --release --package aplomb

FROM debian:bookworm-slim
# The classes of the JDK are what checked classes refer to.
RUN apt-get update && apt-get install -y --no-install-recommends libz3-4 openjdk-17-jre-headless \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /source/target/release/aplomb /usr/local/bin/aplomb
WORKDIR /code
ENTRYPOINT ["aplomb"]
