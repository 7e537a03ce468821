/** The welcome is only shown to new users of the public edition; covered by its journey. */
export const unseen = ['/api-onboarding/welcome'];
