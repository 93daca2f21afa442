import type { Direction } from '../../../domain/structures/match.ts'
import type { Distance } from '../../../pricing/structures/place-structure.ts'

export interface GalleryChoice {
  readonly direction: Direction
  readonly distance: Distance
}

export const usualChoice: GalleryChoice = { direction: 'long', distance: { by: 'delta', size: 0.25 } }
