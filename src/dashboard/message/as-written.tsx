import { Component, type ReactNode } from 'react';

type Props = { text: string; children: ReactNode };
type State = { text: string; failed: boolean };

/** Shows the text plainly if a parser fails on it, so that the page does not. */
export class AsWritten extends Component<Props, State> {
  override state: State = { text: this.props.text, failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  /** Another text is another try. */
  static getDerivedStateFromProps({ text }: Props, state: State): State | null {
    return text === state.text ? null : { text, failed: false };
  }

  override render() {
    return this.state.failed ? <p>{this.props.text}</p> : this.props.children;
  }
}
