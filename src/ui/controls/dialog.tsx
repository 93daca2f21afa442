import type { DialogProps } from './overlay-props.ts'
import type { ReactNode } from 'react'
import { Overlay } from './overlay.tsx'

/**
 * A dialog over the page: focus goes to `initialFocus`, else to the dialog itself (never to its Close button), and stays in it; Esc or a press beside it closes it,
 * and focus goes back to where it was.
 */
export const Dialog = (props: DialogProps): ReactNode => <Overlay kind="dialog" {...props} />
