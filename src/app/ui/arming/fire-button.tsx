/** A button that can cost money: it ignores Space, presses while typing, and presses before its question has rested. */
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button, type ButtonProps } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import type { Gesture, IgnoredReason } from './arming.ts'
import styles from './fire-button.module.css'
import { useArming } from './use-arming.ts'

interface FireButtonProps
  extends Pick<ButtonProps, 'variant' | 'size' | 'title' | 'disabled' | 'children' | 'className' | 'aria-label'> {
  readonly question: string
  readonly gesture: Gesture
  readonly onFire: () => void
  readonly onIgnored?: ((why: IgnoredReason | undefined) => void) | undefined
  readonly buttonRef?: RefObject<HTMLButtonElement | null> | undefined
  readonly testId?: string | undefined
  readonly describedBy?: string | undefined
}

export function FireButton(props: FireButtonProps): ReactNode {
  const { question, gesture, onFire, onIgnored, buttonRef, testId, describedBy, className, ...rest } = props
  const own = useRef<HTMLButtonElement>(null)
  const button = buttonRef ?? own
  const { isHeld, ...handlers } = useArming({ button, question, gesture, onFire, onIgnored })
  return (
    <Button
      {...rest}
      {...handlers}
      ref={button}
      className={cx(styles.fire, className)}
      data-testid={testId}
      data-held={isHeld}
      data-gesture={gesture}
      aria-describedby={describedBy}
    />
  )
}

const reasons: Readonly<Record<IgnoredReason, string>> = {
  too_soon: 'Ignored: it had just appeared or changed. Press again.',
  typing: 'Ignored: you were typing',
  let_go: 'Hold Enter until the bar is full',
  already_there: 'Move off the button and back, then click',
}

const ways: Readonly<Record<Gesture, string>> = { hold: 'Hold Enter, or click', tap: 'Enter, or click' }

export const armingText = (gesture: Gesture, ignored: IgnoredReason | undefined): string =>
  ignored === undefined ? ways[gesture] : reasons[ignored]
