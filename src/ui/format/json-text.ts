/** JSON to be read: over several lines, with escapes for what would hide or reorder it. The value is the same. */
import { escapeHostile } from '../../domain/safe-text.ts'

export const jsonText = (value: unknown): string => escapeHostile(JSON.stringify(value, undefined, 2))

/** The same of a text that may be JSON; what is not is shown as it is, escaped. */
export function readableJson(text: string): string {
  try {
    return jsonText(JSON.parse(text))
  } catch {
    return escapeHostile(text)
  }
}
