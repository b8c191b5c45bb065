# The inbox and its C library, as a user that is not root. First:
#   npm run release -- --only linux-x64,linux-arm64
# Debian 13's distroless cc, for amd64 and arm64.
FROM gcr.io/distroless/cc-debian13:nonroot@sha256:e792ab3d241a468a4fd7519ddbbebe66b49b5f365771716ea688ad40b6c6f1c2
ARG TARGETARCH
COPY dist/image/${TARGETARCH}/ /
COPY --chown=65532:65532 dist/image/data/ /var/lib/inbox/
ENV INBOX_DATA=/var/lib/inbox INBOX_HOST=0.0.0.0 INBOX_LOG=json
USER 65532:65532
VOLUME /var/lib/inbox
EXPOSE 4600
HEALTHCHECK --interval=30s --timeout=6s --start-period=5s CMD ["/usr/bin/inbox", "doctor", "--health"]
ENTRYPOINT ["/usr/bin/inbox"]
CMD ["serve"]
