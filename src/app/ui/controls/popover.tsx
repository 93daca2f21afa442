import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './overlay.module.css'

export interface PopoverProps {
  readonly label: string
  readonly icon: ReactNode
  /** The button has the label as words, before the icon. */
  readonly isWorded?: boolean
  /** A menu: it closes with a press in it. */
  readonly isMenu?: boolean
  readonly children: ReactNode
}

/** A button with a small panel below it; Esc, a press elsewhere or leaving it by Tab closes it. */
export function Popover({ label, icon, isWorded = false, isMenu = false, children }: PopoverProps): ReactNode {
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
  const toggle = { ref: button, 'aria-expanded': open, 'aria-controls': open ? id : undefined, onClick: () => setOpen(!open) }
  return (
    <div
      ref={box}
      role="presentation"
      className={styles.popoverAnchor}
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
      {isWorded ? (
        <Button size="sm" {...toggle}>
          {label}
          {icon}
        </Button>
      ) : (
        <IconButton size="sm" label={label} icon={icon} {...toggle} />
      )}
      {open ? (
        <fieldset id={id} aria-label={label} className={styles.popover}>
          {children}
        </fieldset>
      ) : null}
    </div>
  )
}
