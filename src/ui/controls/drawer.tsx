import type { ReactNode } from 'react'
import { Overlay } from './overlay.tsx'

export interface DrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly footer?: ReactNode
  readonly side?: 'right' | 'left' | 'bottom' | undefined
  readonly width?: 'md' | 'lg' | undefined
  readonly testId?: string | undefined
  /** Modal: the page behind is out of reach until it is closed. Else the page stays at work beside it. */
  readonly modal?: boolean | undefined
}

/** A panel that comes in from an edge. */
export const Drawer = (props: DrawerProps): ReactNode => <Overlay kind="drawer" {...props} />
