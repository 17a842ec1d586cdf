import type { Tx } from '#server/platform/db/database.ts'
import { insertFormerMember, selectMembersByName, type MatchedMember } from './import-file.queries.ts'

export interface MemberDirectory {
  find(name: string): MatchedMember | undefined
  /** The id of a member of this name, a former one made where there is none. */
  findOrCreateId(name: string): Promise<number>
}

/** The members of these names, '' left out. */
export async function loadMemberDirectory(
  tx: Tx,
  now: Date,
  names: readonly string[],
): Promise<MemberDirectory> {
  const distinctNames = [...new Set(names)].filter((name) => name !== '')
  const found = new Map<string, MatchedMember>()
  const load = async () => {
    for (const member of await selectMembersByName(tx, distinctNames)) found.set(member.asked, member)
  }
  await load()
  return {
    find: (name) => found.get(name),
    async findOrCreateId(name) {
      const member = found.get(name)
      if (member) return member.id
      const id = await insertFormerMember(tx, name, now)
      // The same name in another case now matches this member.
      await load()
      return id
    },
  }
}
