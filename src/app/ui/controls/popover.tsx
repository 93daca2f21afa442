import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './overlay.module.css'

interface Face {
  /** Content of the button instead of an icon; with the label it is its name. */
  readonly face: ReactNode
  readonly className?: string | undefined
  readonly testId?: string | undefined
  readonly state?: string | undefined
}

interface IconFace {
  readonly icon: ReactNode
  readonly isWorded?: boolean
}

export type PopoverProps = {
  readonly label: string
  readonly isMenu?: boolean
  readonly children: ReactNode
} & (IconFace | Face)

/** A button with a small panel below it; Esc, a press elsewhere or leaving it by Tab closes it. */
export function Popover({ label, children, isMenu = false, ...look }: PopoverProps): ReactNode {
  const [open, setOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return undefined
    const outside = (event: Event): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [open])
  const toggle = {
    ref: button,
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => setOpen(!open),
  }
  return (
    <div
      ref={box}
      role="presentation"
      className={cx(styles.popoverAnchor, 'face' in look && styles.popoverOfFace)}
      onClick={event => {
        if (isMenu && event.target instanceof Element && event.target.closest('fieldset') !== null) setOpen(false)
      }}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
    >
      {'icon' in look ? (
        look.isWorded === true ? (
          <Button size="sm" {...toggle}>
            {label}
            {look.icon}
          </Button>
        ) : (
          <IconButton {...toggle} size="sm" label={label} icon={look.icon} />
        )
      ) : (
        <button {...toggle} type="button" className={look.className} data-testid={look.testId} data-state={look.state}>
          <span className="visually-hidden">{label} </span>
          {look.face}
        </button>
      )}
      {open ? (
        <fieldset id={id} aria-label={label} className={styles.popover}>
          {children}
        </fieldset>
      ) : null}
    </div>
  )
}
