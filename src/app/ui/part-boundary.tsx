import { Component, type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './part-boundary.module.css'

interface Props {
  /** Changing it retries loading. */
  readonly place?: unknown
  readonly renderFailed: (error: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

interface State {
  readonly place: unknown
  readonly failure: { readonly error: unknown } | undefined
}

/** Shows a message instead of children that throw, until a retry. */
export class PartBoundary extends Component<Props, State> {
  static getDerivedStateFromError = (error: unknown): Partial<State> => ({ failure: { error } })

  static getDerivedStateFromProps = ({ place }: Props, state: State): State | null =>
    place === state.place ? null : { place, failure: undefined }

  override state: State = { place: this.props.place, failure: undefined }

  override render(): ReactNode {
    const { failure } = this.state
    return failure === undefined
      ? this.props.children
      : this.props.renderFailed(failure.error, () => this.setState({ failure: undefined }))
  }
}

interface FailedPartProps {
  readonly name: string
  readonly retry: () => void
  readonly children?: ReactNode
}

/** Firefox caches a failed module load for the life of the page. */
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

/** Uses no lazily loaded overlay code, since that may have failed. */
export function FailedOverlay({
  close,
  ...failed
}: Omit<FailedPartProps, 'children'> & { readonly close: () => void }): ReactNode {
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
