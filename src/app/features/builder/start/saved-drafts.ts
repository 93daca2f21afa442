/**
 * Recent drafts (builder addresses) and saved templates (deltas and days, since instruments expire), stored in this
 * browser.
 */
import { createSetting } from '../../../api/browser/setting.ts'
import { useStore } from '../../../api/browser/store.ts'
import { parseJson } from '../../../../core/domain/json.ts'
import { z } from '../../../../core/domain/zod.ts'
import { type BuilderSearch, parseBuilderSearch } from '../../../links/builder-link.ts'
import type { TemplateLeg } from '../../../../core/pricing/structures/saved-template.ts'

const [recentKey, templateKey] = ['legwork.recent-drafts', 'legwork.templates']
const [mostRecent, mostTemplates, longestName] = [8, 50, 60]

export interface RecentDraft {
  readonly title: string
  readonly search: BuilderSearch
}

export interface SavedTemplate {
  readonly name: string
  readonly side: 'buy' | 'sell'
  readonly legs: readonly TemplateLeg[]
}

const ratio = z.int().check(z.minimum(-999), z.maximum(999))
const right = z.enum(['call', 'put'])
const leg = z.union([
  z.object({ kind: z.literal('linear'), ratio }),
  z.object({
    kind: right,
    ratio,
    delta: z.number().check(z.minimum(0), z.maximum(1)),
    by: right,
    strike: z.int(),
    days: z.int().check(z.minimum(0)),
  }),
])
const template = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(longestName)),
  side: z.enum(['buy', 'sell']),
  legs: z.array(leg).check(z.minLength(1), z.maxLength(20)),
})
const templates = z.array(template).check(z.maxLength(mostTemplates))
const recents = z
  .array(
    z.object({
      title: z.string().check(z.maxLength(200)),
      search: z.pipe(
        z.record(z.string(), z.unknown()),
        z.transform<Record<string, unknown>, BuilderSearch>(parseBuilderSearch),
      ),
    }),
  )
  .check(z.maxLength(mostRecent))

const recentCell = createSetting<readonly RecentDraft[]>(
  'local',
  recentKey,
  stored => recents.safeParse(stored).data ?? [],
)
const templateCell = createSetting<readonly SavedTemplate[]>(
  'local',
  templateKey,
  stored => templates.safeParse(stored).data ?? [],
)

export const useRecentDrafts = (): readonly RecentDraft[] => useStore(recentCell)
export const useTemplates = (): readonly SavedTemplate[] => useStore(templateCell)

export function saveRecent(draft: RecentDraft, inPlaceOf?: string): void {
  const gone = new Set([draft.search.legs, inPlaceOf])
  const others = recentCell.get().filter(each => !gone.has(each.search.legs))
  recentCell.set([draft, ...others].slice(0, mostRecent))
}

export const saveTemplate = (saved: SavedTemplate): void =>
  void templateCell.set([saved, ...templateCell.get().filter(each => each.name !== saved.name)].slice(0, mostTemplates))

export const removeTemplate = (name: string): void =>
  void templateCell.set(templateCell.get().filter(each => each.name !== name))

export const templatesText = (): string => JSON.stringify(templateCell.get(), undefined, 2)

export function importTemplates(text: string): number | undefined {
  const read = templates.safeParse(parseJson(text)).data
  if (read === undefined) return undefined
  for (const each of [...read].reverse()) saveTemplate(each)
  return read.length
}
