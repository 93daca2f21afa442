/** Where the builder starts: the draft that its link names, else the one that this tab had, with the chain beside it. */
import { readStored } from '../../../api/browser/stored.ts'
import { fieldsOf } from '../../../domain/json.ts'
import type { PackageLeg } from '../../../domain/package/package-leg.ts'
import { type BuilderSearch, draftKey, parseBuilderSearch } from '../../../links/builder-link.ts'
import { draftOfSearch, legsOf, linkFault } from './draft-url.ts'
import { type DraftState, emptyDraft, reduce, startState } from './draft.ts'

const savedSearch = (): BuilderSearch => parseBuilderSearch(fieldsOf(readStored('tab', draftKey)))

/** What the chain shows: part of the URL, not of the draft, so undo leaves it alone. */
export interface ChainView {
  readonly base: string | undefined
  readonly expiryMs: number | undefined
}

export function viewOf(search: BuilderSearch): ChainView {
  const expiryMs = Number.parseInt(search.expiry ?? '', 10)
  return { base: search.base, expiryMs: Number.isSafeInteger(expiryMs) && expiryMs > 0 ? expiryMs : undefined }
}

export const addedBy = (search: BuilderSearch): readonly PackageLeg[] => legsOf(linkFault(search) === undefined ? search.add : undefined)

/** Where the page starts: the link, else what this tab had. */
export function opening(search: BuilderSearch): { readonly draft: DraftState; readonly view: ChainView } {
  const linked = draftOfSearch(search)
  const saved = linked === undefined ? savedSearch() : {}
  const before = startState(linked ?? draftOfSearch(saved) ?? emptyDraft)
  return { draft: reduce(before, { kind: 'addLegs', legs: addedBy(search) }), view: viewOf({ ...saved, ...search }) }
}
