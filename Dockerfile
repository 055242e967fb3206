# Brings npm for the build. The program runs on the Node.js that is among its own dependencies; that one needs libatomic.
FROM node:24-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
RUN npm ci --omit=dev --no-fund --no-audit && npm cache clean --force
COPY . .
# Loads the program once, so that the first start is fast.
RUN scripts/container.sh help && mkdir /data && chown node /data
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
ENTRYPOINT ["/app/scripts/container.sh"]
CMD ["all"]
