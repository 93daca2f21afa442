import type { ReactNode, RefObject } from 'react'
import { Overlay } from './overlay.tsx'

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
  readonly footer?: ReactNode
  readonly size?: 'sm' | 'md' | 'lg' | undefined
  readonly testId?: string | undefined
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined
}

/**
 * A dialog over the page: focus goes to `initialFocus`, else to the dialog itself (never to its Close button), and stays in it; Esc or a press beside it closes it,
 * and focus goes back to where it was.
 */
export const Dialog = (props: DialogProps): ReactNode => <Overlay kind="dialog" {...props} />
