/**
 * Which key was pressed: the one that is printed on it (`event.key`), wherever this keyboard has it. So Ctrl+Z is undo on QWERTZ too, and no key does
 * what another is printed with. A layout that lacks a key (Cyrillic has no Latin letters) has the command in the command line.
 */
import { isApple } from '../controls/kbd.tsx'

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'> & {
  readonly getModifierState?: ((key: 'AltGraph') => boolean) | undefined
}

/** What macOS types for Option and a letter that the table of keys uses with Alt, on most layouts. */
const byOption: Readonly<Record<string, string>> = { '®': 'r', '†': 't', π: 'p', ø: 'o', ˆ: 'i' }

/** The key as it is printed, also where Option on a Mac made another character of it. */
export function printedKey({ key, code, altKey }: Pick<Press, 'key' | 'code' | 'altKey'>): string {
  // The character that is typed may be a symbol of the table.
  if (!altKey || !isApple() || /^[ -~]+$/.test(key)) return key
  return byOption[key] ?? /^Digit(\d)$/.exec(code)?.[1] ?? key
}

const isSymbol = (keys: string): boolean => /^[^\w\s]$/.test(keys)

/** Does the press carry these keys of the table ("mod+enter", "shift+e", "1", "?")? */
export function isPressed(keys: string, press: Press): boolean {
  const isAltGraph = press.getModifierState?.('AltGraph') === true
  const [mod, other] = isApple() ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  // A symbol is what is typed, whatever it takes to type it.
  if (isSymbol(keys)) return press.key === keys && (isAltGraph || !(mod || other))
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  if (press.isComposing || printedKey(press).toLowerCase() !== key) return false
  // Digits are typed with Shift on AZERTY.
  const isShifted = /^\d$/.test(key) || press.shiftKey === parts.includes('shift')
  const isAlt = parts.includes('alt')
  return isShifted && !other && mod === parts.includes('mod') && press.altKey === isAlt && (isAlt || !isAltGraph)
}
