import type { Direction } from '../../../../core/domain/structures/match.ts'
import type { Distance } from '../../../../core/pricing/structures/place-structure.ts'

export interface GalleryChoice {
  readonly direction: Direction
  readonly distance: Distance
}

export const usualChoice: GalleryChoice = { direction: 'long', distance: { by: 'delta', size: 0.25 } }
