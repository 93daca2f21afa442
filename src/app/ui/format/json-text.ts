/**
 * JSON for reading: on several lines, with escapes for characters that hide or reorder text. The value is unchanged.
 */
import { escapeHostile } from '../../../core/domain/safe-text.ts'

export const jsonText = (value: unknown): string => escapeHostile(JSON.stringify(value, undefined, 2))

export function readableJson(text: string): string {
  try {
    return jsonText(JSON.parse(text))
  } catch {
    return escapeHostile(text)
  }
}
