import { faultsIn, instead, without, type SqlFault } from '../sql-fault.ts'

const sessions = [
  ...faultsIn('src/server/session/sessions.queries.ts', ['session-list'], {
    selectMemberByEmail: [without(".where('removed_at', 'is', null)", { seenBy: ['team'] })],
    lockAccount: [
      without(".where('id', '=', memberId)", {
        equivalent: 'The hash is salted: no other member has the same one.',
      }),
      without(".where('password_hash', '=', passwordHash)", { seenBy: ['passwords'] }),
      without(".where('removed_at', 'is', null)", { seenBy: ['team'] }),
      without('.forShare()', { seenBy: ['team', 'passwords'] }),
    ],
    revokeSession: [
      without(".where('id', '=', sessionId)"),
      without(".where('member_id', '=', memberId)"),
      without(".where('revoked_at', 'is', null)"),
      without(".where('expires_at', '>', now)"),
    ],
    revokeMemberSessions: [
      without(".where('member_id', '=', memberId)", { seenBy: ['team'] }),
      without(".where('revoked_at', 'is', null)", {
        equivalent: 'When a session had ended before is read nowhere, only that it has.',
      }),
    ],
    revokeOtherSessions: [
      without(".where('id', '<>', sessionId)", { seenBy: ['second-factor'] }),
      without(".where('member_id', '=', memberId)", { seenBy: ['second-factor'] }),
      without(".where('revoked_at', 'is', null)", {
        equivalent: 'When a session had ended before is read nowhere, only that it has.',
      }),
    ],
    renewToken: [
      without(".where('id', '=', sessionId)", {
        equivalent: 'The id of a token is random, or the id of its own session.',
      }),
      without(".where(sql`coalesce(token_id, id)`, '=', tokenId)"),
    ],
    selectSession: [without(".where('s.id', '=', sessionId)")],
    deleteMemberResets: [without(".where('member_id', '=', memberId)", { seenBy: ['passwords'] })],
    deleteExpiredResets: [without(".where('expires_at', '<', before)", { seenBy: ['expired-rows'] })],
  }),
  ...faultsIn('src/server/platform/auth/sessions.ts', ['sign-in'], {
    selectSessionMember: [
      without(".where('s.id', '=', sessionId)", {
        equivalent: 'The id of a token is random, or the id of its own session.',
      }),
      without("eb(presentTokenId, '=', tokenId),"),
      without("eb('s.former_token_id', '=', tokenId),", { seenBy: ['session-list'] }),
      without(", eb('s.former_token_until', '>', now)", { seenBy: ['session-list'] }),
      without(".where('s.revoked_at', 'is', null)"),
      without(".where('s.expires_at', '>', now)"),
      without('.where(isNotIdle(time))', { seenBy: ['session-list'] }),
      without(".where('m.removed_at', 'is', null)"),
    ],
    recordActivity: [without(".where('id', '=', sessionId)", { seenBy: ['session-list'] })],
    findIntakeKeyName: [
      instead(
        ".where('key_hash', '=', keyHash) .where('revoked_at', 'is', null) .where((eb)",
        ".where('revoked_at', 'is', null) .where((eb)",
        { seenBy: ['intake-keys'] },
      ),
      instead(".where('revoked_at', 'is', null) .where((eb)", '.where((eb)', { seenBy: ['intake-keys'] }),
      instead("eb('last_used_at', 'is', null),", '', { seenBy: ['intake-keys'] }),
      instead(", eb('last_used_at', '<', sql<Date>`${now}::timestamptz - interval '1 minute'`),", ',', {
        seenBy: ['intake-keys'],
      }),
      instead(
        ".where('key_hash', '=', keyHash) .where('revoked_at', 'is', null) .executeTakeFirst()",
        ".where('revoked_at', 'is', null) .executeTakeFirst()",
        { seenBy: ['intake-keys'] },
      ),
      instead(".where('revoked_at', 'is', null) .executeTakeFirst()", '.executeTakeFirst()', {
        seenBy: ['intake-keys'],
      }),
    ],
  }),
]

const devices = faultsIn('src/server/session/known-devices.queries.ts', ['account-notices'], {
  deleteDevicesUnseenSince: [without(".where('last_seen_at', '<', before)", { seenBy: ['expired-rows'] })],
  saveDevice: [
    instead(
      ".onConflict((conflict) => conflict .columns(['token_hash', 'member_id']) .doUpdateSet({ last_seen_at: device.last_seen_at, user_agent: device.user_agent }), )",
      '',
    ),
  ],
})

const ofScope = 'The stored key is a hash of scope and key.'

const factors = [
  ...faultsIn('src/server/session/factors/factors.queries.ts', ['second-factor'], {
    savePendingTotp: [without(".where('totp_factors.confirmed_at', 'is', null)")],
    confirmTotp: [
      without(".where('member_id', '=', memberId)"),
      without(".where('confirmed_at', 'is', null)", {
        equivalent: 'The member is locked and was asked for a secret that is not confirmed.',
      }),
    ],
    claimTotpStep: [
      without(".where('member_id', '=', memberId)"),
      without(".where('confirmed_at', 'is not', null)", {
        equivalent: 'Without a confirmed secret no code was compared.',
      }),
      without(".where('last_step', '<', step)"),
    ],
    deleteTotp: [without(".where('member_id', '=', memberId)")],
    claimRecoveryCode: [
      without(".where('member_id', '=', memberId)"),
      without(".where('code_hash', '=', codeHash)"),
      without(".where('used_at', 'is', null)"),
    ],
    deleteRecoveryCodes: [without(".where('member_id', '=', memberId)")],
    saveFactorRoles: [
      instead(".onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))", ''),
    ],
  }),
  ...faultsIn('src/server/session/factors/passkeys.queries.ts', ['second-factor'], {
    insertPasskey: [instead(".onConflict((conflict) => conflict.column('id').doNothing())", '')],
    countUse: [
      without(".where('id', '=', id)"),
      without(".where('counter', '=', counter.from)", {
        equivalent:
          'A use that moved the counter meanwhile used up another challenge; its own answer still counts once.',
      }),
    ],
    deletePasskey: [without(".where('id', '=', id)"), without(".where('member_id', '=', memberId)")],
    deletePasskeys: [without(".where('member_id', '=', memberId)")],
    claimChallenge: [
      without(".where('challenge_hash', '=', challenge.hash)"),
      without(".where('member_id', '=', challenge.memberId)"),
      without(".where('purpose', '=', challenge.purpose)"),
      without(".where('expires_at', '>', challenge.now)"),
    ],
    deleteExpiredChallenges: [without(".where('expires_at', '<', before)")],
  }),
]

const attempts = faultsIn('src/server/platform/auth/attempts.ts', ['sign-in'], {
  selectOldestThatCount: [
    without('scope = counted.scope and', { equivalent: ofScope }),
    without('and key = counted.key', { seenBy: ['sign-in'] }),
    without('and at > counted.since'),
  ],
  secondsToWaitOf: [
    instead(
      'lockByNames(\n      tx,\n      limits.map(({ scope, key }) => `${scope} ${key}`),\n    )',
      'Promise.resolve()',
    ),
  ],
  releaseAttempt: [
    without(".where('scope', '=', limit.scope)", { equivalent: ofScope }),
    without(".where('key', '=', storedKey(limit))"),
    without(".where('at', '=', now)"),
    without('.limit(1)'),
    without('.forUpdate() .skipLocked()'),
  ],
  clearAttempts: [
    without(".where('scope', '=', limit.scope)", { equivalent: ofScope }),
    without(".where('key', '=', storedKey(limit))"),
  ],
  deleteExpiredAttempts: [
    without(".where('at', '<', new Date(now.getTime() - 24 * 60 * 60_000))", { seenBy: ['expired-rows'] }),
  ],
})

const passwords = faultsIn('src/server/session/passwords.queries.ts', ['passwords'], {
  selectGeneratedHash: [
    without(".where('id', '=', memberId)", { seenBy: ['first-password'] }),
    without(".where('password_expires_at', 'is not', null)", { seenBy: ['first-password'] }),
  ],
  selectPasswordHash: [without(".where('id', '=', memberId)")],
  setPasswordHash: [
    without(".where('id', '=', memberId)"),
    without(".where('removed_at', 'is', null)", { seenBy: ['team'] }),
  ],
  countOpenResets: [without(".where('member_id', '=', memberId)"), without(".where('expires_at', '>', now)")],
  isUsableReset: [
    without(".where('token_hash', '=', tokenHash)", {
      equivalent: 'Only spares the hash of a password: claimReset decides.',
    }),
    without(".where('used_at', 'is', null)", {
      equivalent: 'Only spares the hash of a password: claimReset decides.',
    }),
    without(".where('expires_at', '>', now)", {
      equivalent: 'Only spares the hash of a password: claimReset decides.',
    }),
  ],
  claimReset: [
    without(".where('token_hash', '=', tokenHash)"),
    without(".where('used_at', 'is', null)"),
    without(".where('expires_at', '>', now)", {
      equivalent: 'isUsableReset was asked before, for the same instant.',
    }),
  ],
})

const team = faultsIn('src/server/team/team.queries.ts', ['team'], {
  lockMembers: [
    without(".where('removed_at', 'is', null)"),
    without("member('id', 'in', [...ids]), "),
    without(", member('role', '=', 'Admin')"),
    without('.forNoKeyUpdate()'),
  ],
  updateMember: [without(".where('id', '=', id)")],
  markRemoved: [without(".where('id', '=', id)")],
})

const intakeKeys = faultsIn('src/server/intake-keys/intake-keys.queries.ts', ['intake-keys'], {
  isActiveName: [without(".where('name', '=', name)"), without(".where('revoked_at', 'is', null)")],
  revokeKeys: [
    without(".where('name', '=', name)", { seenBy: ['intake'] }),
    without(".where('revoked_at', 'is', null)", { seenBy: ['intake'] }),
  ],
  revokeKey: [without(".where('id', '=', id)"), without(".where('revoked_at', 'is', null)")],
})

const namingKeys = faultsIn('src/server/intake-keys/intake-keys.ts', ['intake-keys'], {
  createIntakeKey: [without("await lockByName(tx, 'intake key names')")],
})

const formFiller = [
  ...faultsIn('src/server/filing/fill-tokens.queries.ts', ['form-filler'], {
    claimFillToken: [
      without(".where('token_hash', '=', tokenHash)"),
      without(".where('expires_at', '>', now)"),
    ],
    deleteExpiredFillTokens: [without(".where('expires_at', '<=', now)")],
  }),
  ...faultsIn('src/server/filing/form-origins.queries.ts', ['form-filler'], {
    insertFormOrigin: [without(".onConflict((conflict) => conflict.column('origin').doNothing())")],
    deleteFormOrigin: [without(".where('id', '=', id)")],
  }),
  ...faultsIn('src/server/filing/form-origins.ts', ['form-filler'], {
    addFormOrigin: [without("await lockByName(tx, 'form origins')")],
  }),
]

const gateways = faultsIn('src/server/gateways/gateways.queries.ts', ['gateways'], {
  lockGateways: [without('.forUpdate()')],
  activateGateway: [
    without(".where('is_active', '=', true)", {
      equivalent: 'The others are not active anyway: only rows that stay as they are would be written.',
    }),
    without(".where('id', '=', gatewayId)"),
  ],
})

export const accountFaults: SqlFault[] = [
  ...sessions,
  ...devices,
  ...factors,
  ...attempts,
  ...passwords,
  ...team,
  ...intakeKeys,
  ...formFiller,
  ...namingKeys,
  ...gateways,
]
