# docker build -t fairseat .
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm install --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:20-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Without this npm keeps some development packages, as packages of ours could use them if they were there.
RUN npm pkg delete devDependencies && npm install --no-audit --no-fund

FROM node:20-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
# The server finds the migrations and the catalogue from here.
COPY package.json pricing.config.json ./
COPY server/db/migrations server/db/migrations
# The one folder that is written to, and only by the embedded database.
RUN install -d -o node -g node -m 0700 /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# No shell and no npm between the signals and the server: it finishes what runs before it ends.
CMD ["node", "dist/server/main.js"]
