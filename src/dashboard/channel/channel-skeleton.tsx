/** A placeholder for a conversation that is loading. */
export const ChannelSkeleton = () => (
  <div className="channel-skeleton" aria-hidden="true">
    {[62, 38, 74, 50, 30, 66].map((width) => (
      <div key={width}>
        <span className="skeleton channel-skeleton-avatar" />
        <span className="skeleton" data-width={width} />
      </div>
    ))}
  </div>
);
