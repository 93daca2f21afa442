import type { ReactNode, RefObject } from 'react'

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
  /** Called when closed; returns false if the focus must not go back because something else takes it. */
  readonly finalFocus?: (() => boolean) | undefined
  readonly isClear?: boolean | undefined
  /** `top` keeps its upper edge in place when its content grows. */
  readonly place?: 'top' | undefined
}

export interface DrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly footer?: ReactNode
  readonly side?: 'right' | 'left' | 'bottom' | undefined
  readonly width?: 'md' | 'lg' | undefined
  readonly testId?: string | undefined
  readonly modal?: boolean | undefined
  /** Id of the displayed RFQ: its keys work while the focus is within. */
  readonly rfq?: string | undefined
}

export interface OverlayEscape {
  readonly isCovered: () => boolean
  /** False if the screen had the focus, since the screen restores it. */
  readonly finalFocus: () => boolean
}

interface ChangeDetails {
  readonly reason: string
  readonly cancel: () => void
  readonly allowPropagation: () => void
}

export function closes(details: ChangeDetails, isCovered: OverlayEscape['isCovered']): boolean {
  if (details.reason !== 'escape-key' || !isCovered()) return true
  details.cancel()
  details.allowPropagation()
  return false
}
