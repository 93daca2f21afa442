/** What a dialog and a drawer get. */
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
  /** Called when it has closed: false if it must not give the focus back, since something else takes it. */
  readonly finalFocus?: (() => boolean) | undefined
  /** The page behind is not dimmed. */
  readonly isClear?: boolean | undefined
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
  /** Modal: the page behind is out of reach until it is closed. Else the page stays at work beside it. */
  readonly modal?: boolean | undefined
  /** Id of the RFQ that it shows: its keys act while the focus is within. */
  readonly rfq?: string | undefined
}

/** What its view gets beside. */
export interface OverlayEscape {
  /** A dialog stands over it, and Escape is for that one. */
  readonly isCovered: () => boolean
  /** May the library give the focus back where it was? False where the screen itself had it, which takes it back by itself. */
  readonly finalFocus: () => boolean
}

interface ChangeDetails {
  readonly reason: string
  readonly cancel: () => void
  readonly allowPropagation: () => void
}

/** Does what the library reports close it? An Escape for the dialog over it goes on to that one. */
export function closes(details: ChangeDetails, isCovered: OverlayEscape['isCovered']): boolean {
  if (details.reason !== 'escape-key' || !isCovered()) return true
  details.cancel()
  details.allowPropagation()
  return false
}
