import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import styles from './overlay.module.css'

export interface TooltipProps {
  readonly content: ReactNode
  /** One element that takes a ref and event handlers. */
  readonly children: ReactElement
  readonly side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

/** Explains what it wraps, on hover and on focus. It adds nothing to the accessible name: the wrapped element has its own. */
export function Tooltip({ content, children, side = 'bottom' }: TooltipProps): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={350} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} side={side} sideOffset={6}>
          <Base.Popup className={styles.tooltip}>{content}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
