import { Component, type ReactNode } from 'react';

type Props = { text: string; children: ReactNode };

/** Shows the text plainly where it can't be drawn, such as brackets nested ten thousand deep. */
export class AsWritten extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <p>{this.props.text}</p> : this.props.children;
  }
}
