import { type OutputOf, type PublicConfig, passwordPolicy } from '@hearth/contract';
import { useEffect, useState } from 'react';
import { type Api, useApi } from '../api/index.ts';
import { useConfig } from '../config/index.ts';

type Policy = PublicConfig['passwordPolicy'];

/** The policy as the service answers it; `profile` is known to the page alone. */
type FetchedPolicy = Omit<Policy, 'profile'>;

interface PolicyRequest {
  readonly at: number;
  readonly answer: Promise<FetchedPolicy | undefined>;
  /** Undefined until the answer arrives. */
  policy?: FetchedPolicy | undefined;
}

const freshMs = 300_000;
const asked = new WeakMap<Api, PolicyRequest>();

/**
 * The rules for a new password as the auth service has them now; until it answers, or if it fails, those that were
 * loaded with the page.
 */
export function usePasswordPolicy(): Policy {
  const api = useApi();
  const { passwordPolicy: embedded } = useConfig();
  const [fetched, setFetched] = useState(() => asked.get(api)?.policy);

  useEffect(() => {
    let isUnmounted = false;
    void askOnce(api).then((policy) => {
      if (!isUnmounted && policy) {
        setFetched(policy);
      }
    });
    return () => {
      isUnmounted = true;
    };
  }, [api]);

  return fetched ? { ...fetched, profile: embedded.profile } : embedded;
}

/** All fields of a form share one request, and so do forms that follow soon. */
function askOnce(api: Api): Promise<FetchedPolicy | undefined> {
  const last = asked.get(api);
  if (last && Date.now() - last.at < freshMs) {
    return last.answer;
  }
  const next: PolicyRequest = { at: Date.now(), answer: ask(api), policy: last?.policy };
  asked.set(api, next);
  void next.answer.then((policy) => {
    if (policy) {
      next.policy = policy;
    } else {
      asked.delete(api);
    }
  });
  return next.answer;
}

async function ask(api: Api): Promise<FetchedPolicy | undefined> {
  try {
    return toPolicy(await api.call(passwordPolicy, {}));
  } catch {
    return undefined;
  }
}

function toPolicy({ customStrengthOptions: options }: OutputOf<typeof passwordPolicy>) {
  return {
    minLength: options.minPasswordLength,
    maxLength: options.maxPasswordLength,
    requireLowercase: options.containsLowercaseCharacter === true,
    requireUppercase: options.containsUppercaseCharacter === true,
    requireNumeric: options.containsNumericCharacter === true,
    requireNonAlphanumeric: options.containsNonAlphanumericCharacter === true,
  };
}
