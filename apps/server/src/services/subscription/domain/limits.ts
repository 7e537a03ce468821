export type GivenPlan = 'FREE' | 'PRO' | 'ENTERPRISE';

export interface LimitDefinition {
  description: string;
  /** Null: no limit. */
  byPlan: Record<GivenPlan, number | null>;
}

/** LimitList are limits by name, such as EXECUTIONS_PER_DAY, with their defaults. */
export type LimitList = Readonly<Record<string, LimitDefinition>>;

/** planLimit defines a limit of the free plan and of Pro; Enterprise has none. Null: no limit. */
export const planLimit = (description: string, free: number, pro: number | null): LimitDefinition => ({
  description,
  byPlan: { FREE: free, PRO: pro, ENTERPRISE: null },
});
