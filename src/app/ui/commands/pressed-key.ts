/**
 * Identifies a key by its printed character (`event.key`) on any layout, so Ctrl+Z is undo on QWERTZ too. If a layout
 * lacks a key (Cyrillic has no Latin letters), the command line has the command.
 */
import { isApple } from '../controls/kbd.tsx'

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'> & {
  readonly getModifierState?: ((key: 'AltGraph') => boolean) | undefined
}

/** What macOS types for Option plus the letters that the key table uses with Alt, on most layouts. */
const byOption: Readonly<Record<string, string>> = { '®': 'r', '†': 't', π: 'p', ø: 'o', ˆ: 'i' }

export function printedKey({ key, code, altKey }: Pick<Press, 'key' | 'code' | 'altKey'>): string {
  // The typed character may itself be a symbol of the table.
  if (!altKey || !isApple() || /^[ -~]+$/.test(key)) return key
  return byOption[key] ?? /^Digit(\d)$/.exec(code)?.[1] ?? key
}

const isSymbol = (keys: string): boolean => /^[^\w\s]$/.test(keys)

export function isPressed(keys: string, press: Press): boolean {
  const isAltGraph = press.getModifierState?.('AltGraph') === true
  const [mod, other] = isApple() ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  // A symbol counts as typed, with whatever modifiers it needs.
  if (isSymbol(keys)) return press.key === keys && (isAltGraph || !(mod || other))
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  if (press.isComposing || printedKey(press).toLowerCase() !== key) return false
  // AZERTY types digits with Shift.
  const isShifted = /^\d$/.test(key) || press.shiftKey === parts.includes('shift')
  const isAlt = parts.includes('alt')
  return isShifted && !other && mod === parts.includes('mod') && press.altKey === isAlt && (isAlt || !isAltGraph)
}
