/** Prices that are shown although they are old: dimmed, with their age and why no newer ones came. Undefined for fresh ones, and for none. */
import { type Face, type ResourceLike, faceOfResource } from '../../ui/panel/face.ts'

export function staleFace(prices: ResourceLike): Extract<Face, { kind: 'stale' }> | undefined {
  const face = faceOfResource(prices, { what: 'prices' })
  return face.kind === 'stale' ? face : undefined
}
