import type { DialogProps } from './overlay-props.ts'
import type { ReactNode } from 'react'
import { Overlay } from './overlay.tsx'

/**
 * A modal dialog. Focus goes to `initialFocus`, else to the dialog itself (never its Close button), and stays within;
 * Esc or a press outside closes it and returns the focus.
 */
export const Dialog = (props: DialogProps): ReactNode => <Overlay kind="dialog" {...props} />
