/** Shows what went wrong in place of what could not be drawn, until one goes elsewhere or tries again. */
import { Component, type ReactNode } from 'react'
import { PageFailed } from './shell/page-failed.tsx'

interface Props {
  /** Another place is tried anew. */
  readonly place: unknown
  readonly children: ReactNode
}

interface State {
  readonly place: unknown
  readonly failure: { readonly error: unknown } | undefined
}

export class ScreenBoundary extends Component<Props, State> {
  static getDerivedStateFromError = (error: unknown): Partial<State> => ({ failure: { error } })

  static getDerivedStateFromProps = ({ place }: Props, state: State): State | null =>
    place === state.place ? null : { place, failure: undefined }

  override state: State = { place: this.props.place, failure: undefined }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === undefined) return this.props.children
    return <PageFailed error={failure.error} reset={() => this.setState({ failure: undefined })} />
  }
}
