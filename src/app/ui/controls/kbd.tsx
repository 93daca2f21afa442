import type { ReactNode } from 'react'
import styles from './notes.module.css'

export function Kbd({ keys }: { keys: string }): ReactNode {
  return (
    <kbd className={styles.kbd}>
      {keyLabels(keys).map(label => (
        <span key={label} className={styles.key}>
          {label}
        </span>
      ))}
    </kbd>
  )
}

export const isApple = (): boolean => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

const plain: Readonly<Record<string, string>> = {
  shift: 'Shift',
  alt: 'Alt',
  ctrl: 'Ctrl',
  enter: 'Enter',
  esc: 'Esc',
  escape: 'Esc',
  space: 'Space',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  backspace: '⌫',
  delete: 'Del',
  slash: '/',
  bracketleft: '[',
  bracketright: ']',
  comma: ',',
  period: '.',
}
const apple: Readonly<Record<string, string>> = { mod: '⌘', shift: '⇧', alt: '⌥', ctrl: '⌃', enter: '↩' }

export function keyLabels(keys: string, onApple: boolean = isApple()): string[] {
  const [first = ''] = keys.split(',')
  const parts = first.trim().toLowerCase().split('+')
  return parts.map(
    part => (onApple ? apple[part] : undefined) ?? plain[part] ?? (part === 'mod' ? 'Ctrl' : part.toUpperCase()),
  )
}
