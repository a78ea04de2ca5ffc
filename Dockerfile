# docker build -t fairseat .
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/stripe-emulator/package.json packages/stripe-emulator/
COPY packages/client/package.json packages/client/
COPY examples/pagelet/package.json examples/pagelet/
RUN npm ci --no-audit --no-fund
COPY . .
# Without the payment emulator, which production never starts.
RUN npm run build:all && rm -r dist/emulator

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# All that the server reads, its packages and the catalogue included.
COPY --from=build /app/dist dist
# The one folder that is written to, and only by the embedded database.
RUN install -d -o node -g node -m 0700 /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# No shell and no npm between the signals and the server: it finishes what runs before it ends.
CMD ["node", "dist/server/main.js"]
