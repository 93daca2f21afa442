/** State of the gallery, with each structure as a palette command. */
import { useState } from 'react'
import type { ListedUniverse } from '../../../../core/domain/instrument-index.ts'
import type { BaseSurface } from '../../../../core/pricing/market/base-surface.ts'
import { placeStructure } from '../../../../core/pricing/structures/place-structure.ts'
import type { Command } from '../../../ui/commands/command.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { showToast } from '../../../ui/controls/toasts.ts'
import type { Edit } from '../draft/draft.ts'
import { type GalleryChoice, usualChoice } from './gallery-choice.ts'
import { galleryEntries, type GalleryEntry } from './gallery-entries.ts'

interface GalleryInputs {
  readonly universe: ListedUniverse
  readonly surface: BaseSurface
  readonly expiryMs: number | undefined
  readonly edit: (edit: Edit) => void
}

export function useGallery({ universe, surface, expiryMs, edit }: GalleryInputs) {
  const [choice, setChoice] = useState<GalleryChoice>(usualChoice)
  const { direction, distance } = choice
  /** Legs stay in buyer's form; the side says if they are sold. */
  const take = (entry: GalleryEntry) => {
    const placed = placeStructure(entry.form, 'long', { universe, surface, expiryMs, distance })
    if (placed.ok) edit({ kind: 'takeStructure', legs: placed.legs, side: direction === 'long' ? 'buy' : 'sell' })
    return placed
  }
  useCommands(
    galleryEntries.map(
      (entry): Command => ({
        id: `build.structure.${entry.id}`,
        name: `${direction === 'long' ? 'Buy' : 'Sell'} structure: ${entry.name('long').toLowerCase()}${entry.code === undefined ? '' : ` (${entry.code})`}`,
        group: 'Structures',
        run: () => {
          const placed = take(entry)
          if (!placed.ok) showToast({ tone: 'warning', title: entry.name(direction), body: placed.why })
        },
      }),
    ),
  )
  return { choice, setChoice, take }
}
