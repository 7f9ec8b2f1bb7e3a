export interface Party {
  name: string;
  email: string;
}

export interface Filing {
  filingId: string;
  parties: Party[];
  subject: string;
}

export interface AssignedFiling extends Filing {
  caseNumber: number;
}
