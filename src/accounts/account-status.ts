/** `suspended`: its keys are refused; its public pages stay, and accepted releases go on (CONTRACT 10). */
export type AccountStatus = 'active' | 'suspended';
