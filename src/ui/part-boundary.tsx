/** Contains the failure of a part: the rest of the page stays. */
import { Component, type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './part-boundary.module.css'

interface Props {
  /** Tried again when it changes. */
  readonly place?: unknown
  readonly renderFailed: (error: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

interface State {
  readonly place: unknown
  readonly failure: { readonly error: unknown } | undefined
}

/** Shows a message in place of children that throw, until they are tried again. */
export class PartBoundary extends Component<Props, State> {
  static getDerivedStateFromError = (error: unknown): Partial<State> => ({ failure: { error } })

  static getDerivedStateFromProps = ({ place }: Props, state: State): State | null =>
    place === state.place ? null : { place, failure: undefined }

  override state: State = { place: this.props.place, failure: undefined }

  override render(): ReactNode {
    const { failure } = this.state
    return failure === undefined ? this.props.children : this.props.renderFailed(failure.error, () => this.setState({ failure: undefined }))
  }
}

interface FailedPartProps {
  readonly name: string
  readonly retry: () => void
  readonly children?: ReactNode
}

/** Firefox remembers a file that failed to load as long as the page is open. */
export function FailedPart({ name, retry, children }: FailedPartProps): ReactNode {
  return (
    <div role="alert" className={styles.part}>
      {name} could not be shown. If Retry does not help, load the page again.
      <button type="button" onClick={retry}>
        Retry
      </button>
      {children}
    </div>
  )
}

/** Needs no code that an overlay fetches, since that may be what failed. */
export function FailedOverlay({ close, ...failed }: Omit<FailedPartProps, 'children'> & { readonly close: () => void }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} role="alertdialog" aria-label={failed.name} className={styles.overlay} onCancel={close}>
      <FailedPart {...failed}>
        <button type="button" onClick={close}>
          Close
        </button>
      </FailedPart>
    </dialog>
  )
}
